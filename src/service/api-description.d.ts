/** The OpenAPI 3.1 description as JSON, built with the app. */
declare module 'virtual:api-description' {
  const text: string;
  export default text;
}
