/** The nouns of this module. This file imports no other file of the module. */

/** The path of Kannel's default configuration. */
export const sendSmsPath = '/cgi-bin/sendsms'

/** Served on the hosts of SMS. The credential is in the request, so the Authorization header is not checked. */
export const kannelArea = 'kannel'

/** A request as Kannel reads it, whether it came in the query string, in a form or in X-Kannel headers. */
export interface KannelRequest {
  readonly user: string
  readonly password: string
  readonly from: string
  /** Null when it is missing. */
  readonly to: string | null
  /** The bytes of the text: their meaning depends on `charset` and `coding`. */
  readonly text: Buffer
  readonly charset: string
  readonly udh: Buffer
  readonly account: string
  readonly smsc: string
  readonly dlrUrl: string
  /** Null for a missing number, and for a text that does not begin with one, which Kannel ignores. */
  readonly numbers: Readonly<Record<NumberName, number | null>>
  /** Kannel has another text for a missing receiver in a POST. */
  readonly isPost: boolean
}

/** The numbers of a request with their maximum and the name in Kannel's texts, in the order of its checks. */
export const numberRanges = [
  ['dlr-mask', 66, 'DLR-Mask'],
  ['mclass', 3, 'MClass'],
  ['pid', 255, 'PID'],
  ['rpi', 2, 'RPI'],
  ['alt-dcs', 1, 'Alt-DCS'],
  ['mwi', 7, 'MWI'],
  ['coding', 2, 'Coding'],
  ['compress', 1, 'Compress'],
  ['validity', Number.POSITIVE_INFINITY, 'Validity'],
  ['deferred', Number.POSITIVE_INFINITY, 'Deferred'],
  ['priority', 3, 'Priority'],
] as const
export type NumberName = (typeof numberRanges)[number][0]

/** The credential of a request. */
export interface KannelCaller {
  readonly accountId: number
  readonly credential: CredentialId
  /** Whether dlr-url may use plain HTTP and private hosts. */
  readonly privateUrls: boolean
  readonly messagesPerDay: number | null
  /** Messages a second of an SMPP credential; 0 without a limit. */
  readonly rate: number
}

/** The tables of keys and of SMPP credentials have their own ids. */
export interface CredentialId {
  readonly kind: 'key' | 'smpp'
  readonly id: number
}

/** The values of a request that calls of its dlr-url need: `detail` of the `Origin` of its messages. */
export interface KannelOrigin {
  readonly url: string
  readonly user: string
  readonly credential: CredentialId
  readonly account?: string
  readonly smsc?: string
  /** One of `prefixLetters` for each number; absent when no number had a prefix. */
  readonly prefixes?: string
}

/** The text before the digits of a number, and its letter: a list of 20,000 texts would be read for each report. */
export const prefixLetters: Readonly<Record<string, string>> = { '': ' ', '+': '+', '00': '0' }
