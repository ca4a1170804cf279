/** An SMTP server for tests: it records emails, and rejects or ignores commands on demand. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** The headers and the decoded text. */
  readonly source: string
  readonly html: string
  /** The authenticated user. */
  readonly user: string | null
}

type Step = 'greeting' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'text'

export interface SmtpServer {
  /** The value of NGOMA_SMTP_URL. */
  readonly url: string
  readonly mails: ReceivedMail[]
  /** The number of connections. */
  readonly connections: () => number
  /** Replaces the positive answers; an empty text sends none. */
  answerWith(answers: Partial<Record<Step, string>>): void
  close(): Promise<void>
}

interface Session {
  user: string | null
  from: string
  to: string[]
  text: string[] | null
}

/** With `login`, only authenticated clients can send. */
export async function openSmtp(
  login: { readonly user: string; readonly password: string } | null = null,
): Promise<SmtpServer> {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let answers: Partial<Record<Step, string>> = {}

  function talk(socket: Socket) {
    const session: Session = { user: null, from: '', to: [], text: null }
    const say = (text: string) => socket.write(`${text}\r\n`)
    /** Returns true for the positive answer. */
    const answer = (step: Step, yes: string) => {
      const said = answers[step] ?? yes
      if (said !== '') say(said)
      return said === yes
    }

    function takeLine(line: string) {
      if (session.text !== null) {
        if (line !== '.') return void session.text.push(line.replace(/^\./, ''))
        const { from, to, user, text } = session
        if (answer('text', '250 taken')) mails.push({ from, to, user, ...readMail(text.join('\n')) })
        Object.assign(session, { from: '', to: [], text: null })
        return
      }
      const verb = (line.split(/[ :]/)[0] ?? '').toUpperCase()
      if (verb === 'EHLO') return void (login === null ? say('250 test') : [say('250-test'), say('250 AUTH PLAIN')])
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      if (verb === 'AUTH') return signIn(line)
      if (!['MAIL', 'RCPT', 'DATA'].includes(verb)) return void say('502 not here')
      if (login !== null && session.user === null) return void say('530 sign in first')
      if (verb === 'MAIL' && answer('MAIL', '250 yes')) session.from = addressIn(line)
      if (verb === 'RCPT' && answer('RCPT', '250 yes')) session.to.push(addressIn(line))
      if (verb === 'DATA' && answer('DATA', '354 go on')) session.text = []
    }

    function signIn(line: string) {
      const [, user, password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')
      if (user !== login?.user || password !== login?.password) return void say('535 no')
      if (answer('AUTH', '235 yes')) session.user = user ?? null
    }

    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) takeLine(line)
    })
    answer('greeting', '220 test')
  }

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://${login === null ? '' : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`}127.0.0.1:${port}`,
    mails,
    connections: () => connections,
    answerWith: (wanted) => {
      answers = wanted
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? ''

/** Decodes both parts of an email. The headers stay encoded. */
function readMail(source: string): Pick<ReceivedMail, 'source' | 'html'> {
  const { headers, text } = split(source)
  const boundary = /^Content-Type: multipart\/alternative;\s+boundary="([^"]+)"$/m.exec(headers)?.[1] ?? ''
  const parts = text.split(`\n--${boundary}`).map((part) => split(part.replace(/^\n/, '')))
  const decoded = (type: string) =>
    decode(parts.find(({ headers }) => headers.includes(`Content-Type: ${type}`)) ?? { headers: '', text: '' })
  return { source: `${headers}${decoded('text/plain')}\n`, html: decoded('text/html').trim() }
}

interface Part {
  readonly headers: string
  readonly text: string
}

function split(source: string): Part {
  const end = source.indexOf('\n\n')
  return { headers: source.slice(0, end), text: source.slice(end) }
}

function decode({ headers, text }: Part): string {
  if (/^Content-Transfer-Encoding: base64$/m.test(headers)) return Buffer.from(text, 'base64').toString()
  if (!/^Content-Transfer-Encoding: quoted-printable$/m.test(headers)) return text
  return text
    .replaceAll('=\n', '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
}
