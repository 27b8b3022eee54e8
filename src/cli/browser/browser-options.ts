import { MODELS_OPTION } from '../model-files/models-option.ts';

/** Options of each command that drives a browser. */
export const BROWSER_OPTIONS = {
  models: MODELS_OPTION,
  profile: { type: 'string' },
  /** Whether the system's package manager may install one. */
  'install-browser': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;
