/** Marks another run of a recording in `custom_metadata`, with the id of the job that the recording is listed by. */
export const REPEATS_MARK = 'earshot_repeats';
