import type { UserLimits } from '../../../client/settings/settings.ts';

/** The limits as people set them. `unit` is how many of the stored unit make one displayed unit. */
export const LIMIT_FIELDS: {
  name: keyof UserLimits;
  label: string;
  hint: string;
  unit: number;
  step: number;
}[] = [
  { name: 'max_duration', label: 'Maximum duration (minutes)', hint: 'No limit', unit: 60, step: 0.1 },
  { name: 'max_file_bytes', label: 'Maximum file size (MB)', hint: 'No limit', unit: 1e6, step: 0.1 },
  { name: 'max_queued_jobs', label: 'Maximum queued jobs', hint: 'No limit', unit: 1, step: 1 },
  { name: 'max_running_jobs', label: 'Concurrent jobs', hint: '1', unit: 1, step: 1 },
  {
    name: 'requests_per_minute',
    label: 'Requests per minute per key',
    hint: 'No limit',
    unit: 1,
    step: 1,
  },
];
