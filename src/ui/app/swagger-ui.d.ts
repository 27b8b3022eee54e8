/** The parts of swagger-ui-dist that the app uses; the package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerUi {
    preauthorizeApiKey(scheme: string, key: string): void;
  }

  /** React as the console uses it; its elements are opaque here. */
  interface ReactParts {
    createElement(type: string, props: object | null, ...children: unknown[]): unknown;
  }

  /** Replaces components of the console. */
  export type SwaggerPlugin = (system: { React: ReactParts }) => {
    wrapComponents: Record<string, (original: unknown) => (props: { source?: string }) => unknown>;
  };

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
    plugins: SwaggerPlugin[];
    onComplete: () => void;
  }

  export default function createSwaggerUi(options: SwaggerUiOptions): SwaggerUi;
}
