import type { Plugin } from 'vite';
import { contentPolicyFor, PAGE_POLICY } from '../../lib/content-policy.ts';

/** In a `<meta>`, for hosts without headers; not in embed.html, whose own origin means none in a sandboxed frame. */
export function contentPolicy(): Plugin {
  return {
    name: 'earshot-content-policy',
    transformIndexHtml: {
      order: 'post',
      // The development server needs inline scripts and styles.
      handler: (_, { server, path }) =>
        server || path !== '/index.html'
          ? []
          : [
              {
                tag: 'meta',
                attrs: { 'http-equiv': 'Content-Security-Policy', content: PAGE_POLICY },
                injectTo: 'head-prepend',
              },
            ],
    },
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        // Not by URL, to which "//" is the start of a host.
        const [pathname = '/'] = (request.url ?? '/').split(/[?#]/);
        response.setHeader('Content-Security-Policy', contentPolicyFor(pathname));
        next();
      });
    },
  };
}
