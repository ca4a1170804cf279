/** E-mail over SMTP. */
export interface Mail {
  /** Resolves when the server has taken it, for at least one of them; throws MailError. */
  send(letter: Letter): Promise<void>
  /** Whether the server answers, and lets us in; throws MailError when it does not. */
  check(): Promise<void>
}

export interface Letter {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

/** Why a letter was not taken. What the server said is left out: it repeats addresses, and this is logged. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** The server will not take this letter, however often it is asked. */
  readonly permanent: boolean

  constructor(message: string, permanent: boolean) {
    super(message)
    this.permanent = permanent
  }
}

export interface SmtpServer {
  readonly host: string
  readonly port?: number
  /**
   * TLS from the first byte. Otherwise it begins when the server offers it, unless the URL says that it must, or must
   * not.
   */
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

const options = ['requireTLS', 'ignoreTLS'] as const

/**
 * Reads `smtp://` or `smtps://` with user and password; null when it is no such URL. Its options are few: others of the
 * package would open its log, for one.
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname)) return null
  for (const [name, value] of url.searchParams)
    if (!options.some((known) => known === name) || !/^(true|false)$/.test(value)) return null
  const [user, pass] = [decode(url.username), decode(url.password)]
  if (user === null || pass === null) return null
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    secure: url.protocol === 'smtps:',
    requireTLS: url.searchParams.get('requireTLS') === 'true',
    ignoreTLS: url.searchParams.get('ignoreTLS') === 'true',
    ...(user === '' ? {} : { auth: { user, pass } }),
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const defaultTimeoutMs = 15_000

export interface MailOptions {
  /** Null: none is sent. */
  readonly url: string | null
  readonly from: string
  /** How long the server may take to be reached, to greet, and for every word after that. */
  readonly timeoutMs?: number
}

/** Null when no server is set. The package is loaded with the first letter: most installations never send one. */
export function openMail({ url, from, timeoutMs = defaultTimeoutMs }: MailOptions): Mail | null {
  const server = url === null ? null : parseSmtpUrl(url)
  if (server === null) return null
  const timeouts = {
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  }
  const open = async () =>
    (await import('nodemailer')).createTransport({
      ...server,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  const told = (error: unknown) => {
    throw describe(error)
  }
  return {
    async send({ to, subject, text }) {
      const transport = await open()
      // So that nobody's automatic answer comes back.
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await transport.sendMail({ from, to: [...to], subject, text, headers }).catch(told)
    },
    async check() {
      const transport = await open()
      await transport.verify().catch(told)
    },
  }
}

/**
 * What is said about the letter or those it goes to is about this letter. All else is the operator's to put right, and
 * then it can go.
 */
const aboutLetter = ['RCPT TO', 'DATA']

function describe(error: unknown): MailError {
  const {
    code = 'unknown',
    command = '',
    responseCode,
  } = error as { readonly code?: string; readonly command?: string; readonly responseCode?: number }
  if (responseCode === undefined) return new MailError(`the mail server could not be used (${code})`, false)
  return new MailError(
    `the mail server answered ${responseCode} to ${command}`,
    responseCode >= 500 && aboutLetter.includes(command),
  )
}
