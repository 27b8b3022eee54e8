import { startServer } from '../../src/cli/server/serve.ts';
import { ContentViolations } from './content-violations.ts';

/** What `npm start` serves, with reports of violations of the content policy: `serve-tested-app.ts PORT`. */
const port = Number(process.argv[2]);
await startServer({
  port,
  modelsDir: process.env.MODELS_DIR,
  // Tests of it serve the app themselves (tests/e2e/first-model.spec.ts).
  withoutModels: true,
  plugins: [new ContentViolations().plugin()],
});
