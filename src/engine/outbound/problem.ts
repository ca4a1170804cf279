export type ProblemKind = 'refused' | 'timeout' | 'dns' | 'connection' | 'tls'

/**
 * Progress of a request. connecting: nothing was sent. sent: it may have arrived, but there was no response. answering:
 * the response had begun.
 */
export type Stage = 'connecting' | 'sent' | 'answering'

/**
 * Thrown when there was no response. The message is shown to customers and must not reveal internal network details.
 */
export class OutboundProblem extends Error {
  override readonly name = 'OutboundProblem'
  readonly kind: ProblemKind
  readonly stage: Stage

  constructor(kind: ProblemKind, message: string, stage: Stage = 'connecting') {
    super(message)
    this.kind = kind
    this.stage = stage
  }
}

type Cause = readonly [kind: ProblemKind, message: string, stage?: Stage]

const closedEarly: Cause = ['connection', 'the server closed the connection before it responded']
export const slowConnection: Cause = ['timeout', 'the server could not be reached in time']
const notHttp: Cause = ['connection', "the server's response is not valid HTTP", 'answering']
const notSendable: Cause = ['refused', 'the request has an invalid header']
export const stopped: Cause = ['connection', 'the request was aborted by Ngoma']
const notReached: Cause = ['connection', 'the server could not be reached']
const unknownAuthority: Cause = [
  'tls',
  "the server's certificate is not signed by a trusted authority, or its chain is incomplete",
]

const causes: Readonly<Record<string, Cause>> = {
  ECONNREFUSED: ['connection', 'the server refused the connection'],
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  UND_ERR_SOCKET: closedEarly,
  UND_ERR_HEADERS_OVERFLOW: ['connection', "the headers of the server's response are too long", 'answering'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: notHttp,
  HPE_INVALID_EOF_STATE: closedEarly,
  UND_ERR_INVALID_ARG: notSendable,
  UND_ERR_NOT_SUPPORTED: notSendable,
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: notSendable,
  UND_ERR_DESTROYED: stopped,
  UND_ERR_CLOSED: stopped,
  EHOSTUNREACH: notReached,
  ENETUNREACH: notReached,
  EADDRNOTAVAIL: notReached,
  ETIMEDOUT: slowConnection,
  CERT_SIGNATURE_FAILURE: unknownAuthority,
  CERT_HAS_EXPIRED: ['tls', "the server's certificate has expired"],
  CERT_NOT_YET_VALID: ['tls', "the server's certificate is not valid yet"],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls', "the server's certificate is for another host name"],
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
}

/** Converts any error to one that can be shown to customers. */
export function problemOf(error: Error): OutboundProblem {
  if (error instanceof OutboundProblem) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = causes[code] ?? (error.name === 'HTTPParserError' ? notHttp : undefined)
  if (known !== undefined) return new OutboundProblem(...known)
  if (/^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$|CERT_)/.test(code))
    return new OutboundProblem('tls', `the TLS connection failed (${code})`)
  return new OutboundProblem('connection', `the connection failed${code === '' ? '' : ` (${code})`}`)
}
