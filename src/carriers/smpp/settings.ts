/** How a carrier wants to be spoken to. `docs/carriers.md` says what each is for; `readSettings` gives every one that is left out its default. */
export interface SmppSettings {
  readonly host: string
  readonly port: number
  readonly tls: TlsSettings | null
  readonly systemId: string
  readonly systemType: string
  readonly addressRange: string
  /** `transceiver`: both ways over one connection. `pair`: a transmitter and a receiver, two connections, which make one bind. */
  readonly mode: 'transceiver' | 'pair'
  /** How many binds there are, over all processes. */
  readonly binds: number
  /** How many submits of one bind may be unanswered. */
  readonly window: number
  /** Most submits in a second, over all binds; 0 is no limit. */
  readonly ratePerSecond: number
  readonly answerSeconds: number
  readonly enquireSeconds: number
  /** How text that GSM 03.38 can carry goes out. What it can't goes out as UCS-2. */
  readonly text: 'gsm7' | 'gsm7-packed' | 'latin1'
  /** The data_coding that goes with it; null for the usual one. */
  readonly dataCoding: number | null
  readonly longMessages: 'udh' | 'sar' | 'payload'
  readonly validity: 'relative' | 'absolute' | 'none'
  readonly serviceType: string
  readonly addresses: AddressSettings
  /** How message ids are written, in answers and in receipts, where the two differ. `text`: letter case and leading zeros do not matter. */
  readonly answerIds: IdForm
  readonly receiptIds: IdForm
}

export type IdForm = 'text' | 'decimal' | 'hex'

export interface TlsSettings {
  /** Checked against the certificate; the host when left out. */
  readonly serverName: string | null
  /** PEM of an authority of one's own; null for those that Node trusts. */
  readonly ca: string | null
  readonly verify: boolean
}

/** Type of number and numbering plan, by kind of address. */
export interface AddressSettings {
  readonly alphanumeric: TonNpi
  readonly number: TonNpi
  readonly shortCode: TonNpi
  readonly destination: TonNpi
}

export interface TonNpi {
  readonly ton: number
  readonly npi: number
}
