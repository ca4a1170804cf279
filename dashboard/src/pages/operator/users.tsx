import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { User } from '../../../../src/contract/console/users.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm, SecretDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { passwordLink } from '../../parts/password-link.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { Status, When } from '../../parts/text.tsx'
import { useMe } from '../../session.tsx'

type Act = 'reset' | 'operator' | 'two-factor'

/** Everybody who can sign in, in whichever account. */
export function UsersPage() {
  const [filters, setFilters] = useFilters()
  const [asked, setAsked] = useState<readonly [User, Act] | null>(null)
  const [link, setLink] = useState<readonly (readonly [string, string])[] | null>(null)
  const { user: me } = useMe()
  return (
    <>
      <PageHead title="Users" about="Everybody who can sign in. People are invited on the Team page of an account." />
      <SearchField label="Search by name or e-mail" value={filters.q ?? ''} onChange={(q) => setFilters({ q })} />
      <Listing
        label="Users"
        route="GET /users"
        query={{ q: filters.q }}
        keyOf={({ id }) => id}
        empty="Nobody yet."
        columns={[
          { label: 'E-mail', show: ({ email }) => email },
          { label: 'Name', show: ({ name }) => name },
          { label: 'Rights', show: ({ operator }) => (operator ? 'Operator' : 'By account'), width: 120 },
          { label: 'Sign-in', show: (user) => <SignIn user={user} />, width: 190 },
          { label: 'Since', show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
          {
            label: 'Change',
            width: 300,
            show: (user) => (
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setAsked([user, 'reset'])}
                  aria-label={`New password for ${user.email}`}
                >
                  New password
                </Button>
                {user.twoFactor && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setAsked([user, 'two-factor'])}
                    aria-label={`Remove factor of ${user.email}`}
                  >
                    Remove factor
                  </Button>
                )}
                {user.id !== me?.id && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setAsked([user, 'operator'])}
                    aria-label={`${user.operator ? 'Take rights from' : 'Make operator'} ${user.email}`}
                  >
                    {user.operator ? 'Take rights' : 'Make operator'}
                  </Button>
                )}
              </Group>
            ),
          },
        ]}
      />
      {asked && <ActDialog user={asked[0]} act={asked[1]} onClose={() => setAsked(null)} onLink={setLink} />}
      <SecretDialog title="A link for a new password" lines={link} onClose={() => setLink(null)} />
    </>
  )
}

function SignIn({ user: { hasPassword, twoFactor } }: { readonly user: User }) {
  return <Status value={!hasPassword ? 'invited' : twoFactor ? 'two factors' : 'password'} />
}

interface ActDialogProps {
  readonly user: User
  readonly act: Act
  readonly onClose: () => void
  readonly onLink: (lines: readonly (readonly [string, string])[]) => void
}

const words: Readonly<Record<Act, (user: User) => { title: string; submit: string; text: string }>> = {
  reset: ({ email }) => ({
    title: 'Offer a new password',
    submit: 'Make a link',
    text: `${email} gets a link with which to choose a new password. The old one works until then.`,
  }),
  'two-factor': ({ email }) => ({
    title: 'Remove the second factor',
    submit: 'Remove',
    text: `${email} signs in with the password alone from now on. Do this for who has lost the phone and the backup codes, when you are sure who asks.`,
  }),
  operator: ({ email, operator }) => ({
    title: operator ? 'Take operator rights' : 'Make operator',
    submit: operator ? 'Take rights' : 'Make operator',
    text: operator
      ? `${email} keeps the accounts they are in.`
      : `${email} sees and may change everything here: all accounts, carriers, prices and credit.`,
  }),
}

function ActDialog({ user, act, onClose, onLink }: ActDialogProps) {
  const { title, submit, text } = words[act](user)
  const run = useChange(() => change(user, act), {
    refreshes: ['/users'],
    onDone: (offered) => {
      onClose()
      if (offered === null) sayDone('Done.')
      else onLink([[`For ${user.email}`, passwordLink(offered.token)]])
    },
  })
  return (
    <Confirm
      title={title}
      isOpen
      onClose={onClose}
      change={run}
      submit={submit}
      onConfirm={() => run.mutate(undefined)}
    >
      <Text>{text}</Text>
    </Confirm>
  )
}

/** Resolves with the token for a new password, where that is what was asked for. */
async function change({ id, operator }: User, act: Act): Promise<{ readonly token: string } | null> {
  const path = { user: id }
  if (act === 'reset') return ask('POST /users/:user/password-reset', { path })
  if (act === 'operator') await ask('PUT /users/:user/operator', { path, body: { operator: !operator } })
  else await ask('DELETE /users/:user/two-factor', { path })
  return null
}
