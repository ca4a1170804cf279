import type { Invitation, Role, User } from '../contract/console/users.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'

/** Whether they have it by mail already. */
const mailedText = (mailed: boolean) => (mailed ? ' It was mailed to them.' : '')

const roles: readonly Role[] = ['owner', 'member', 'viewer']

/** Too short for a password, so that nobody gets it who forgets to write their own. */
const placeholder = 'CHOOSE'

const describeInvitation = ({ token, expiresAt }: Invitation, mailed: boolean, curl: string) =>
  `With this token a password is chosen once, until ${timeCell(expiresAt)}.${mailedText(mailed)}

  ${token}

Write the password, of 8 to 128 characters, in the place of ${placeholder}:

  ${curl}/console/v1/auth/reset-password \\
    -H 'Content-Type: application/json' -d '{"token":"${token}","newPassword":"${placeholder}"}'`

/** A command line as far as the address of the server that runs, or of the one that these settings would start. */
async function beginCurl(console: ConsoleClient): Promise<string> {
  const { host, port, consoleHost } = await console.call('GET /system', {})
  const reachable = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `curl ${consoleHost === null ? '' : `-H 'Host: ${consoleHost}' `}http://${reachable}:${port === 0 ? 'PORT' : port}`
}

export const userCommands: readonly Command[] = [
  listCommand({
    name: 'user list',
    about: 'List who can sign in.',
    route: 'GET /users',
    request: () => ({}),
    heads: ['E-MAIL', 'NAME', 'OPERATOR', 'TWO-FACTOR', 'PASSWORD'],
    row: ({ email, name, operator, twoFactor, hasPassword }) => [
      email,
      name,
      operator ? 'yes' : 'no',
      twoFactor ? 'yes' : 'no',
      hasPassword ? 'yes' : 'invited',
    ],
    nothing: 'There are no users.',
  }),
  {
    name: 'user invite',
    about: 'Take somebody into an account.',
    arguments: [{ name: 'EMAIL', about: 'Their e-mail address.' }],
    options: {
      ...accountOption,
      role: { value: 'ROLE', about: 'owner, member (default) or viewer.' },
      name: { value: 'NAME', about: 'Their name.' },
    },
    async run(input) {
      const name = input.text('name')
      const wanted = input.text('role') ?? 'member'
      const role = roles.find((one) => one === wanted)
      if (role === undefined) throw badUsage(`--role is one of ${roles.join(', ')}`)
      const [email = ''] = input.arguments
      const body = { email, role, ...(name === undefined ? {} : { name }) }
      const path = accountIn(input)
      const { invited, curl } = await withConsole(async (console) => ({
        curl: await beginCurl(console),
        invited: await console.call('POST /accounts/:account/members', { path, body }),
      }))
      const { invitation, mailed } = invited
      input.print(
        invited,
        `${invited.email} is ${role} now.${invitation ? ` ${describeInvitation(invitation, mailed, curl)}` : ' They sign in as before.'}`,
      )
      return exitCodes.done
    },
  },
  {
    name: 'user reset',
    about: 'Make a token with which somebody chooses a new password.',
    arguments: [{ name: 'EMAIL', about: 'Their e-mail address.' }],
    options: {
      'two-factor': { about: 'Remove their second factor too, when the device is lost; all their sessions end.' },
    },
    async run(input) {
      const twoFactor = input.is('two-factor')
      const { invitation, curl } = await withConsole(async (console) => {
        const { id } = await getUser(console, input.arguments[0])
        const path = { user: id }
        if (twoFactor) await console.call('DELETE /users/:user/two-factor', { path })
        return {
          curl: await beginCurl(console),
          invitation: await console.call('POST /users/:user/password-reset', { path }),
        }
      })
      input.print(
        invitation,
        `${twoFactor ? 'They sign in without a code now. ' : ''}${describeInvitation(invitation, invitation.mailed, curl)}`,
      )
      return exitCodes.done
    },
  },
  {
    name: 'user operator',
    about: 'Make somebody an operator, who may do everything.',
    arguments: [{ name: 'EMAIL', about: 'Their e-mail address.' }],
    options: { off: { about: 'Make them one no more.' } },
    async run(input) {
      const operator = !input.is('off')
      const email = await withConsole(async (console) => {
        const user = await getUser(console, input.arguments[0])
        await console.call('PUT /users/:user/operator', { path: { user: user.id }, body: { operator } })
        return user.email
      })
      input.print({ email, operator }, `${email} is ${operator ? 'an operator now' : 'no operator any more'}.`)
      return exitCodes.done
    },
  },
]

async function getUser(console: ConsoleClient, email = ''): Promise<User> {
  const { data } = await console.call('GET /users', { query: { email } })
  const [user] = data
  if (!user) throw new Failure(`nobody here has the e-mail address ${email}; ngoma user list shows all`)
  return user
}
