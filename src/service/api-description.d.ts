/** The description of the interface (OpenAPI 3.1) as JSON; made when the app is built. */
declare module 'virtual:api-description' {
  const text: string;
  export default text;
}
