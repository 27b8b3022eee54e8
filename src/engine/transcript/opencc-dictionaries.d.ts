/** "simplified traditional|…": one of the tables of https://github.com/BYVoid/OpenCC. */
declare module 'opencc-js/dict/*' {
  const dictionary: string;
  export default dictionary;
}
