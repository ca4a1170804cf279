import type { Invitation, User } from '../contract/console/users.ts'
import type { Role } from '../values/scopes.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { type Command, choiceIn, Failure, timeCell } from './command.ts'
import { accountIn, accountOption } from './lists.ts'

const mailedText = (mailed: boolean) => (mailed ? ' It was also sent by email.' : '')

const roles: readonly Role[] = ['owner', 'member', 'viewer']

const describeInvitation = (
  { token, expiresAt }: Invitation,
  mailed: boolean,
  { address, isPublic }: Awaited<ReturnType<typeof findDashboard>>,
) =>
  `This link sets a password once. It expires at ${timeCell(expiresAt)}.${mailedText(mailed)}

  ${address}/reset-password#token=${token}${isPublic ? '' : '\n\nSet NGOMA_PUBLIC_URL, so that the link has the address that users open.'}`

/** Without a public address, that of the server, or of the one that these settings would start. */
async function findDashboard(console: ConsoleClient) {
  const { host, port, consoleHost, dashboard } = await console.call('GET /system', {})
  if (dashboard != null) return { address: dashboard, isPublic: true }
  const reachable = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return { address: `http://${consoleHost ?? reachable}:${port === 0 ? 'PORT' : port}`, isPublic: false }
}

export const userCommands: readonly Command[] = [
  {
    name: 'user invite',
    about: 'Add a user to an account. A new user gets a link to set a password.',
    arguments: [{ name: 'EMAIL', about: 'Email address of the user.' }],
    options: {
      ...accountOption,
      role: { value: 'ROLE', about: 'Role in the account: owner, member or viewer. Default: member.' },
      name: { value: 'NAME', about: 'Name of the user.' },
    },
    examples: ['user invite asha@example.com --account 2 --role owner --name "Asha Mwakyusa"'],
    async run(input) {
      const name = input.text('name')
      const role = choiceIn(input, 'role', roles) ?? 'member'
      const [email = ''] = input.arguments
      const body = { email, role, name }
      const path = accountIn(input)
      const { invited, dashboard } = await withConsole(async (console) => ({
        dashboard: await findDashboard(console),
        invited: await console.call('POST /accounts/:account/members', { path, body }),
      }))
      const { invitation, mailed } = invited
      return input.print(
        invited,
        `${invited.email} added as ${role}. ${invitation ? describeInvitation(invitation, mailed, dashboard) : 'The user signs in with the existing password.'}`,
      )
    },
  },
  {
    name: 'user reset',
    about: 'Create a link for a user to set a new password.',
    arguments: [{ name: 'EMAIL', about: 'Email address of the user.' }],
    options: {
      'two-factor': { about: 'Also remove the second factor, for a lost device. This ends all sessions of the user.' },
    },
    examples: ['user reset asha@example.com', 'user reset asha@example.com --two-factor'],
    async run(input) {
      const twoFactor = input.is('two-factor')
      const { invitation, dashboard } = await withConsole(async (console) => {
        const { id } = await getUser(console, input.arguments[0])
        const path = { user: id }
        if (twoFactor) await console.call('DELETE /users/:user/two-factor', { path })
        return {
          dashboard: await findDashboard(console),
          invitation: await console.call('POST /users/:user/password-reset', { path }),
        }
      })
      return input.print(
        invitation,
        `${twoFactor ? 'Second factor removed. ' : ''}${describeInvitation(invitation, invitation.mailed, dashboard)}`,
      )
    },
  },
]

async function getUser(console: ConsoleClient, email = ''): Promise<User> {
  const { data } = await console.call('GET /users', { query: { email } })
  const [user] = data
  if (!user) throw new Failure(`no user has the email address ${email}. Run "ngoma user list" for a list.`)
  return user
}
