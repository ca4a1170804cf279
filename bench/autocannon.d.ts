/** The used part of autocannon, which has no types. */
declare module 'autocannon' {
  interface Client {
    setBody(body: string): void
    setRequests(requests: readonly Pick<Options, 'method' | 'headers' | 'body'>[]): void
  }
  interface Options {
    readonly url: string
    readonly method: 'POST'
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly connections: number
    readonly duration: number
    /** Requests per second of all connections together; as many as possible by default. */
    readonly overallRate?: number
    readonly setupClient: (client: Client) => void
  }
  interface Result {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
    readonly duration: number
    readonly latency: { readonly p50: number; readonly p99: number; readonly max: number }
  }
  function autocannon(options: Options): Promise<Result>
  export = autocannon
}
