/**
 * The account API by topic, for programs that bundle only the topics they use. See docs/client.md for a guide.
 *
 * ```ts
 * const ngoma = connect({ url: 'http://127.0.0.1:8080', key: '…', secret: '…' })
 * await messages(ngoma).send({ from: 'INFO', text: 'Hello', to: ['0712 345 678'] })
 * ```
 */
export type * from './account-wire.ts'
export { connect } from './connect.ts'
export {
  AbortedError,
  AuthenticationError,
  ConnectionError,
  type FieldError,
  NgomaError,
  RateLimitError,
  RefusedError,
  ServerError,
  TimeoutError,
} from './errors.ts'
export * from './topics.ts'
export type { CallOptions, CreateOptions, NgomaOptions, Transport } from './transport.ts'
