/** Types of the parts that tests use; the package has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface Interaction {
    readonly prompt: { readonly name: string }
    readonly params: Readonly<Record<string, unknown>>
    readonly grantId?: string
  }

  // biome-ignore lint/style/noDefaultExport: the package has it
  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: {
      new (properties: { readonly accountId: string; readonly clientId: string }): Grant
      find(id: string): Promise<Grant | undefined>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: unknown,
      options?: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
}
