import 'swagger-ui-dist/swagger-ui.css';
import createSwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/**
 * Shows the API description in an element, with a console that sends real requests with this key. Contacts no other
 * host. Resolves when it is shown.
 */
export function showSwaggerConsole(domNode: HTMLElement, key: string): Promise<void> {
  return new Promise((resolve) => {
    const console = createSwaggerUi({
      domNode,
      url: '/v2/openapi.json',
      validatorUrl: null,
      tryItOutEnabled: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      defaultModelExpandDepth: 3,
      displayRequestDuration: true,
      showExtensions: true,
      onComplete: () => {
        console.preauthorizeApiKey('serviceKey', key);
        resolve();
      },
    });
  });
}
