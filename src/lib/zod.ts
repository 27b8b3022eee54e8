import { z } from 'zod';

// Otherwise zod tries out whether it may compile code, which the app's content policy forbids and browsers report.
z.config({ jitless: true });

export { z };
