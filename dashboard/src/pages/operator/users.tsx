import { useState } from 'react'
import type { User } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { t } from '../../operator-text.ts'
import { confirm } from '../../parts/confirm.ts'
import { SecretDialog } from '../../parts/dialog.tsx'
import { passwordLink } from '../../parts/new-password.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Status, When } from '../../parts/text.tsx'
import { useMe } from '../../session.tsx'
import { fill } from '../../text.ts'

/** The users of all accounts. */
export function UsersPage() {
  const [link, setLink] = useState<readonly (readonly [string, string])[] | null>(null)
  const { user: me } = useMe()
  const act = (dialog: keyof typeof t.users.dialogs, email: string, run: () => Promise<unknown>) => () => {
    const { title, submit, about, done } = t.users.dialogs[dialog]
    confirm({
      title: fill(title, { email }),
      warning: fill(about, { email }),
      submit,
      run,
      refreshes: ['/users'],
      done: fill(done, { email }),
    })
  }
  function reset({ id, email }: User): void {
    const { title, submit, about, done } = t.users.dialogs.reset
    confirm({
      title: fill(title, { email }),
      warning: fill(about, { email }),
      submit,
      run: () => ask('POST /users/:user/password-reset', { path: { user: id } }),
      refreshes: ['/users'],
      done: ({ token }) => setLink([[fill(done, { email }), passwordLink(token)]]),
    })
  }
  return (
    <>
      <ResourcePage
        route="GET /users"
        title={t.users.title}
        about={t.users.about}
        search={t.users.search}
        empty={t.users.empty}
        columns={[
          { label: t.users.email, show: ({ email }) => email },
          { label: t.users.name, show: ({ name }) => name },
          {
            label: t.users.rights,
            show: ({ operator }) => (operator ? t.users.operator : t.users.byAccount),
            width: 125,
          },
          { label: t.users.signIn, show: (user) => <SignIn user={user} />, width: 130 },
          { label: t.users.created, show: ({ createdAt }) => <When at={createdAt} />, width: 165 },
        ]}
        actionsWidth={300}
        actions={(user) => {
          const { id, email, operator, twoFactor } = user
          const path = { user: id }
          return [
            {
              label: t.users.resetPassword,
              name: fill(t.users.resetPasswordOf, { email }),
              onClick: () => reset(user),
            },
            twoFactor && {
              label: t.users.removeFactor,
              name: fill(t.users.removeFactorOf, { email }),
              onClick: act('removeFactor', email, () => ask('DELETE /users/:user/two-factor', { path })),
            },
            id !== me?.id && {
              label: operator ? t.users.removeRights : t.users.makeOperator,
              name: fill(operator ? t.users.removeRightsOf : t.users.makeOperatorNamed, { email }),
              onClick: act(operator ? 'removeRights' : 'makeOperator', email, () =>
                ask('PUT /users/:user/operator', { path, body: { operator: !operator } }),
              ),
            },
          ]
        }}
      />
      <SecretDialog title={t.users.linkTitle} lines={link} onClose={() => setLink(null)} />
    </>
  )
}

function SignIn({ user: { hasPassword, twoFactor } }: { readonly user: User }) {
  if (!hasPassword) return <Status value="invited" />
  const state = twoFactor ? 'two_factors' : 'password'
  return <Status value={state} text={t.users.states[state]} />
}
