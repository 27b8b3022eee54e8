/** The parts of swagger-ui-dist that the app uses; the package has no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerUi {
    preauthorizeApiKey(scheme: string, key: string): void;
  }

  interface SwaggerUiOptions {
    domNode: HTMLElement;
    url: string;
    /** An address that is told of the description; null for none. */
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
