export interface Mail {
  /** Resolves when the server has accepted the email for at least one recipient. Throws MailError. */
  send(letter: EmailMessage): Promise<void>
  /** Checks connection and credentials. Throws MailError. */
  check(): Promise<void>
}

export interface EmailMessage {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** The same content. Clients show the text when they cannot show this. */
  readonly html: string
}

/**
 * Thrown when an email was not accepted. The response of the server is left out, because it contains addresses and this
 * error is logged.
 */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** A retry does not help. */
  readonly permanent: boolean
  readonly problem: MailProblem
  /** The error code, or the answer and the command, such as `535 AUTH PLAIN`. */
  readonly detail: string

  constructor(message: string, { permanent, problem, detail }: Pick<MailError, 'permanent' | 'problem' | 'detail'>) {
    super(message)
    this.permanent = permanent
    this.problem = problem
    this.detail = detail
  }
}

/** The part of sending that failed: the connection, its encryption, the credentials, the sender, or the email. */
export type MailProblem = 'unreachable' | 'encryption' | 'sign_in' | 'sender' | 'recipient' | 'refused'

export interface SmtpServer {
  readonly host: string
  readonly port?: number
  /** Implicit TLS. Otherwise STARTTLS is used when the server offers it, unless the URL requires or forbids it. */
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly auth?: { readonly user: string; readonly pass: string }
}

const options = ['requireTLS', 'ignoreTLS'] as const

/**
 * Parses an `smtp://` or `smtps://` URL; null when it is invalid. Allows few options, because others of nodemailer are
 * unsafe, such as logging.
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
    port: url.port === '' ? undefined : Number(url.port),
    secure: url.protocol === 'smtps:',
    requireTLS: url.searchParams.get('requireTLS') === 'true',
    ignoreTLS: url.searchParams.get('ignoreTLS') === 'true',
    auth: user === '' ? undefined : { user, pass },
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
  /** Null disables email. */
  readonly url: string | null
  readonly from: string
  /** Timeout for connecting, for the greeting and for every response. */
  readonly timeoutMs?: number
}

/**
 * Returns null when no server is configured. nodemailer is loaded with the first email, because most installations
 * never send one.
 */
export function openMail({ url, from, timeoutMs = defaultTimeoutMs }: MailOptions): Mail | null {
  const server = url === null ? null : parseSmtpUrl(url)
  if (server === null) return null
  const open = async () =>
    (await import('nodemailer')).createTransport({
      ...server,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  const throwDescribed = (error: unknown) => {
    throw describe(error)
  }
  return {
    async send({ to, subject, text, html }) {
      const transport = await open()
      // Suppresses automatic replies.
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await transport.sendMail({ from, to: [...to], subject, text, html, headers }).catch(throwDescribed)
    },
    async check() {
      const transport = await open()
      await transport.verify().catch(throwDescribed)
    },
  }
}

/**
 * Errors of these commands concern this email. All other errors concern the server, and the email can be sent once the
 * operator has fixed it.
 */
const aboutLetter = ['RCPT TO', 'DATA']

function describe(error: unknown): MailError {
  const {
    code = 'unknown',
    command = '',
    responseCode,
  } = error as { readonly code?: string; readonly command?: string; readonly responseCode?: number }
  const problem = problemOf(code, command, responseCode)
  if (responseCode === undefined)
    return new MailError(`the mail server is not available (${code})`, { permanent: false, problem, detail: code })
  return new MailError(`the mail server answered ${responseCode} to ${command}`, {
    permanent: responseCode >= 500 && aboutLetter.includes(command),
    problem,
    detail: `${responseCode} ${command}`,
  })
}

function problemOf(code: string, command: string, responseCode: number | undefined): MailProblem {
  if (code === 'ETLS') return 'encryption'
  if (code === 'EAUTH') return 'sign_in'
  if (responseCode === undefined) return 'unreachable'
  return command === 'MAIL FROM' ? 'sender' : command === 'RCPT TO' ? 'recipient' : 'refused'
}
