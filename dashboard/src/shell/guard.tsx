import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Role } from '../../../src/contract/console/users.ts'
import { queryClient } from '../data.ts'
import type { Page } from '../pages.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Account, mayAs, useAccount, useMe } from '../session.tsx'
import { Prove } from './prove.tsx'

/**
 * Pages are shown to whom the menu shows them. Addresses are typed and passed on all the same, so everybody else is
 * told why there is nothing.
 */

type Refusal = readonly [title: string, about: string]

const people: Readonly<Record<Role, string>> = {
  viewer: 'everybody in this account',
  member: 'members and owners of this account',
  owner: 'owners of this account',
}

function refusalOf(account: Account | null, role: Role | undefined): Refusal | null {
  if (account === null)
    return ['You are not in this account', 'Ask one of its owners to invite you, or look whether the address is right.']
  if (role === undefined || mayAs(account, role)) return null
  return ['This page is not for your role', `It is for ${people[role]}. Ask an owner if you need it.`]
}

export function ofAccount({ component: Content, role }: Page) {
  function AccountPage() {
    const account = useAccount()
    const params = useParams({ strict: false }) as { account?: string }
    const me = useMe()
    const refusal = refusalOf(account, role)
    if (account?.needsTwoFactor && !me.secondFactor) return <TwoFactorFirst />
    // Another account is another page: nothing that was typed in one is taken to the other.
    return refusal === null ? <Content key={params.account} /> : <Closed refusal={refusal} />
  }
  return Object.assign(AccountPage, { preload: async () => Content.preload?.() })
}

export function ofOperator({ component: Content }: Page) {
  function OperatorPage() {
    const me = useMe()
    if (me.operator && me.operatorTwoFactor && !me.secondFactor) return <TwoFactorFirst />
    return me.operator ? (
      <Content />
    ) : (
      <Closed refusal={['This page is for operators', 'It is about the whole server, and not about an account.']} />
    )
  }
  return Object.assign(OperatorPage, { preload: async () => Content.preload?.() })
}

/** Who has a second factor confirms a code; who has none sets it up. */
function TwoFactorFirst() {
  const { user } = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PageHead
        title="A second factor is required here"
        about="Whoever works here signs in with a password and a code, or with a passkey."
      />
      <Group>
        {user?.twoFactor || (user?.passkeys ?? 0) > 0 ? (
          <Button onClick={() => setOpen(true)}>Confirm with it</Button>
        ) : (
          <Button component={Link} to="/profile">
            Set it up
          </Button>
        )}
      </Group>
      {isOpen && (
        <Prove
          isCode
          onClose={(isProved) => {
            setOpen(false)
            if (isProved) void queryClient.invalidateQueries()
          }}
        />
      )}
    </>
  )
}

function Closed({ refusal: [title, about] }: { readonly refusal: Refusal }) {
  return (
    <>
      <PageHead title={title} about={about} />
      <Text>
        <Anchor component={Link} to="/">
          Go to the start
        </Anchor>
      </Text>
    </>
  )
}
