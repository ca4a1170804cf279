/** The bodies of the routes, which `vite.config.ts` reads from the contract. */
declare module 'virtual:bodies' {
  interface BodySchema {
    readonly required?: readonly string[]
    readonly properties: Readonly<Record<string, import('./parts/body-schema.ts').FieldSchema>>
  }
  export const bodies: Readonly<Record<string, BodySchema>>
}
