import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Role } from '../../../src/values/scopes.ts'
import { queryClient } from '../data.ts'
import type { Page } from '../pages.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Account, mayAs, useAccount, useMe } from '../session.tsx'
import { t } from '../text.ts'
import { Prove } from './prove-dialog.tsx'

/** Addresses are typed and shared, so users may open pages that their menu does not show. They are told why not. */

type Refusal = readonly [title: string, about: string]

function refusalOf(account: Account | null, role: Role | undefined): Refusal | null {
  if (account === null) return [t.shell.notMember, t.shell.notMemberHint]
  if (role === undefined || mayAs(account, role)) return null
  return [t.shell.wrongRole, t.shell.roleHints[role]]
}

export function ofAccount({ component: Content, role }: Page) {
  function AccountPage() {
    const account = useAccount()
    const params = useParams({ strict: false }) as { account?: string }
    const me = useMe()
    const refusal = refusalOf(account, role)
    if (account?.needsTwoFactor && !me.secondFactor) return <TwoFactorFirst />
    // The key resets the page on another account: input is never carried from one to the other.
    return refusal === null ? <Content key={params.account} /> : <Closed refusal={refusal} />
  }
  return Object.assign(AccountPage, { preload: async () => Content.preload?.() })
}

export function ofOperator({ component: Content }: Page) {
  function OperatorPage() {
    const me = useMe()
    if (me.operator && me.operatorTwoFactor && !me.secondFactor) return <TwoFactorFirst />
    return me.operator ? <Content /> : <Closed refusal={[t.shell.operatorsOnly, t.shell.operatorsOnlyHint]} />
  }
  return Object.assign(OperatorPage, { preload: async () => Content.preload?.() })
}

/** Asks users with a second factor for it, and sends the others to set one up. */
function TwoFactorFirst() {
  const { user } = useMe()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PageHead title={t.shell.twoFactorRequired} about={t.shell.twoFactorRequiredHint} />
      <Group>
        {user?.twoFactor || (user?.passkeys ?? 0) > 0 ? (
          <Button onClick={() => setOpen(true)}>{t.shell.confirmTwoFactor}</Button>
        ) : (
          <Button component={Link} to="/profile">
            {t.shell.setUpTwoFactor}
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
          {t.shell.goHome}
        </Anchor>
      </Text>
    </>
  )
}
