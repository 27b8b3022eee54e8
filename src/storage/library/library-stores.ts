/** The library's stores. All of it is made from other rows, and is made anew if it is missing or old. */
export const LIBRARY = ['library-facts', 'library-texts', 'library-vectors'] as const;
