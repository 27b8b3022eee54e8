import 'swagger-ui-dist/swagger-ui.css';
import './swagger-console.css';
import createSwaggerUi, { type SwaggerPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { inApp } from '../../lib/addresses/app-base.ts';
import { repairConsole } from './swagger-repairs.ts';

/** As text, with code where backticks are: the console's own markup is forbidden by the content policy. */
const descriptionsAsText: SwaggerPlugin = ({ React }) => ({
  wrapComponents: {
    Markdown: () => (props) => {
      const parts = (props.source ?? '').trim().split('`');
      const children = parts.map((part, index) =>
        index % 2 === 0 ? part : React.createElement('code', { key: index }, part),
      );
      return React.createElement(
        'div',
        { className: 'renderedMarkdown' },
        React.createElement('p', null, ...children),
      );
    },
  },
});

/** With a console that sends real requests with this key. Contacts no other host. Resolves when it is shown. */
export function showSwaggerConsole(domNode: HTMLElement, key: string): Promise<void> {
  return new Promise((resolve) => {
    const console = createSwaggerUi({
      domNode,
      url: inApp('/v2/openapi.json'),
      validatorUrl: null,
      tryItOutEnabled: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      defaultModelExpandDepth: 3,
      displayRequestDuration: true,
      showExtensions: true,
      plugins: [descriptionsAsText],
      onComplete: () => {
        console.preauthorizeApiKey('serviceKey', key);
        repairConsole(domNode);
        resolve();
      },
    });
  });
}
