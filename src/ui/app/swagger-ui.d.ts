/** The parts of swagger-ui-dist that the app uses; the package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerUi {
    preauthorizeApiKey(scheme: string, key: string): void;
  }

  interface SwaggerUiOptions {
    domNode: HTMLElement;
    url: string;
    /** URL of a validator; null for none. */
    validatorUrl: null;
    tryItOutEnabled: boolean;
    docExpansion: 'list' | 'full' | 'none';
    defaultModelsExpandDepth: number;
    defaultModelExpandDepth: number;
    displayRequestDuration: boolean;
    showExtensions: boolean;
    onComplete: () => void;
  }

  export default function createSwaggerUi(options: SwaggerUiOptions): SwaggerUi;
}
