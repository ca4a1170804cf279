import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { User } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { Confirm, SecretDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { passwordLink } from '../../parts/password-link.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { Status, When } from '../../parts/text.tsx'
import { useMe } from '../../session.tsx'
import { fill } from '../../text.ts'

type Act = 'reset' | 'operator' | 'two-factor'

/** The users of all accounts. */
export function UsersPage() {
  const [filters, setFilters] = useFilters()
  const [asked, setAsked] = useState<readonly [User, Act] | null>(null)
  const [link, setLink] = useState<readonly (readonly [string, string])[] | null>(null)
  const { user: me } = useMe()
  return (
    <>
      <PageHead title={t.users.title} about={t.users.about} />
      <SearchField label={t.users.search} value={filters.q ?? ''} onChange={(q) => setFilters({ q })} />
      <Listing
        label={t.users.title}
        route="GET /users"
        query={{ q: filters.q }}
        keyOf={({ id }) => id}
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
          {
            label: t.users.actions,
            width: 300,
            show: (user) => (
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setAsked([user, 'reset'])}
                  aria-label={fill(t.users.resetPasswordOf, { email: user.email })}
                >
                  {t.users.resetPassword}
                </Button>
                {user.twoFactor && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setAsked([user, 'two-factor'])}
                    aria-label={fill(t.users.removeFactorOf, { email: user.email })}
                  >
                    {t.users.removeFactor}
                  </Button>
                )}
                {user.id !== me?.id && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setAsked([user, 'operator'])}
                    aria-label={fill(user.operator ? t.users.removeRightsOf : t.users.makeOperatorNamed, {
                      email: user.email,
                    })}
                  >
                    {user.operator ? t.users.removeRights : t.users.makeOperator}
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
      {asked && <ActDialog user={asked[0]} act={asked[1]} onClose={() => setAsked(null)} onLink={setLink} />}
      <SecretDialog title={t.users.linkTitle} lines={link} onClose={() => setLink(null)} />
    </>
  )
}

function SignIn({ user: { hasPassword, twoFactor } }: { readonly user: User }) {
  if (!hasPassword) return <Status value="invited" />
  const state = twoFactor ? 'two_factors' : 'password'
  return <Status value={state} text={t.users.states[state]} />
}

interface ActDialogProps {
  readonly user: User
  readonly act: Act
  readonly onClose: () => void
  readonly onLink: (lines: readonly (readonly [string, string])[]) => void
}

const dialogOf = { reset: 'reset', 'two-factor': 'removeFactor', operator: 'makeOperator' } as const

function ActDialog({ user, act, onClose, onLink }: ActDialogProps) {
  const { email } = user
  const { title, submit, about, done } =
    t.users.dialogs[act === 'operator' && user.operator ? 'removeRights' : dialogOf[act]]
  const run = useChange(() => change(user, act), {
    refreshes: ['/users'],
    onDone: (offered) => {
      onClose()
      if (offered === null) sayDone(fill(done, { email }))
      else onLink([[fill(done, { email }), passwordLink(offered.token)]])
    },
  })
  return (
    <Confirm
      title={fill(title, { email })}
      isOpen
      onClose={onClose}
      change={run}
      submit={submit}
      onConfirm={() => run.mutate(undefined)}
    >
      <Text>{fill(about, { email })}</Text>
    </Confirm>
  )
}

/** Resolves with the token of a password reset, or null for the other changes. */
async function change({ id, operator }: User, act: Act): Promise<{ readonly token: string } | null> {
  const path = { user: id }
  if (act === 'reset') return ask('POST /users/:user/password-reset', { path })
  if (act === 'operator') await ask('PUT /users/:user/operator', { path, body: { operator: !operator } })
  else await ask('DELETE /users/:user/two-factor', { path })
  return null
}
