export { formatClock } from '../../lib/format-clock.ts';
