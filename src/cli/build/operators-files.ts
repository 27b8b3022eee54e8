import { INTEGRITY_FILE, SIGNATURE_FILE } from '../../contract/realms/integrity-list.ts';

/** Files of a site that its operator changes, or an export writes anew, and the list itself: paths in the app. */
export const OPERATORS_FILES: readonly string[] = [
  '_headers',
  '.htaccess',
  '.nojekyll',
  'embed-origins.json',
  'models/index.json',
  'operator-settings.json',
  INTEGRITY_FILE,
  SIGNATURE_FILE,
];
