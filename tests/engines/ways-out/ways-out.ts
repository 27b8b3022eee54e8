import table from './ways-out.json' with { type: 'json' };

type Ways = Readonly<Record<string, readonly string[]>>;

/**
 * The ways of a page to send what it has, as `sendByAll` tries them, each with the members of the browser's interfaces that it is made of.
 * A test compares this table with the interfaces.
 */
export const WAYS_OUT: Ways = table.all;

/** The same by windows and frames, as `sendByWindows` tries them. */
export const WAYS_OF_WINDOWS: Ways = table.windows;

/** The same by objects that change, classes of the page, and spellings of an address, as `sendByObjects` tries them. */
export const WAYS_OF_OBJECTS: Ways = table.objects;

/** Members whose names say that they take an address, or send, and that carry nothing of a page to another host; by their reason. */
export const NO_WAYS_OUT: Ways = table.none;
