import { installGuard } from './install-guard.ts';

// As an import of its own, it runs before the modules that are imported after it.
installGuard();
