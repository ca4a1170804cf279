import { useParams } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import type { About } from '../../src/contract/console/system.ts'
import type { Me, Role } from '../../src/contract/console/users.ts'
import { Refused } from './api.ts'
import { useAsk } from './data.ts'

const Session = createContext<Me | null>(null)
const AboutServer = createContext<About | null>(null)

export function SessionProvider({
  me,
  about,
  children,
}: {
  readonly me: Me
  readonly about: About
  readonly children: ReactNode
}) {
  return (
    <Session.Provider value={me}>
      <AboutServer.Provider value={about}>{children}</AboutServer.Provider>
    </Session.Provider>
  )
}

export function useMe(): Me {
  const me = useContext(Session)
  if (me === null) throw new Error('only inside the shell')
  return me
}

export function useAbout(): About {
  const about = useContext(AboutServer)
  if (about === null) throw new Error('only inside the shell')
  return about
}

export interface Account {
  readonly id: number
  readonly name: string
  /** What one may do here; an operator may do everything. */
  readonly role: Role
  /** Where everything of this account is: `/accounts/1`, for paths of the console and of pages alike. */
  readonly path: string
  /** Its pages need a session with a second factor. */
  readonly needsTwoFactor: boolean
}

const lastKey = 'ngoma.account'

/**
 * The account that the address names, and otherwise the one that was looked at last, or one's first. Null for who is in
 * none.
 */
export function useAccount(): Account | null {
  const me = useMe()
  const { account } = useParams({ strict: false }) as { account?: string }
  const id =
    account === undefined
      ? Number(sessionStorage.getItem(lastKey)) || (me.accounts[0]?.accountId ?? null)
      : Number(account)
  const own = me.accounts.find(({ accountId }) => accountId === id)
  const isForeign = id !== null && own === undefined && me.operator
  const { data, error } = useAsk('GET /accounts/:account', { path: { account: id ?? 0 } }, { enabled: isForeign })
  if (id === null || (own === undefined && !me.operator)) return account === undefined ? firstOf(me) : null
  if (account !== undefined) sessionStorage.setItem(lastKey, account)
  return {
    id,
    name: own?.accountName ?? data?.name ?? `Account ${id}`,
    role: me.operator ? 'owner' : (own?.role ?? 'viewer'),
    path: `/accounts/${id}`,
    needsTwoFactor:
      (me.operator && me.operatorTwoFactor) ||
      (own?.twoFactorRequired ?? (error instanceof Refused && error.reason === 'TWO_FACTOR_REQUIRED')),
  }
}

function firstOf({ accounts: [first] }: Me): Account | null {
  return first === undefined
    ? null
    : {
        id: first.accountId,
        name: first.accountName,
        role: first.role,
        path: `/accounts/${first.accountId}`,
        needsTwoFactor: first.twoFactorRequired,
      }
}

/** For pages under `/accounts/:account`, which are only shown when there is one. */
export function useThisAccount(): Account {
  const account = useAccount()
  if (account === null) throw new Error('only on the pages of an account')
  return account
}

const order: readonly Role[] = ['viewer', 'member', 'owner']

/** Whether one may do in this account what takes a role. Buttons that would be refused are not shown. */
export const mayAs = ({ role }: Account, wanted: Role) => order.indexOf(role) >= order.indexOf(wanted)
