import { useParams } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import type { About } from '../../src/contract/console/system.ts'
import type { Me } from '../../src/contract/console/users.ts'
import type { Role } from '../../src/values/scopes.ts'
import { hasCode } from './api.ts'
import { useAsk } from './data.ts'
import { fill, t } from './text.ts'

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
  if (me === null) throw new Error('used outside the shell')
  return me
}

export function useAbout(): About {
  const about = useContext(AboutServer)
  if (about === null) throw new Error('used outside the shell')
  return about
}

export interface Account {
  readonly id: number
  readonly name: string
  /** Null until it is known. */
  readonly country: string | null
  /** Operators are owners of every account. */
  readonly role: Role
  /** The prefix of the account’s pages and console routes: `/accounts/1`. */
  readonly path: string
  /** Its pages need a session with a second factor. */
  readonly needsTwoFactor: boolean
}

const lastKey = 'ngoma.account'

/** The account in the address, or else the last one shown, or else the user's first. Null for a user without one. */
export function useAccount(): Account | null {
  const me = useMe()
  const { account } = useParams({ strict: false }) as { account?: string }
  const id =
    account === undefined
      ? Number(sessionStorage.getItem(lastKey)) || (me.accounts[0]?.accountId ?? null)
      : Number(account)
  const own = me.accounts.find(({ accountId }) => accountId === id)
  const isUnlisted = id !== null && own === undefined && me.operator
  const { data, error } = useAsk('GET /accounts/:account', { path: { account: id ?? 0 } }, { enabled: isUnlisted })
  if (id === null || (own === undefined && !me.operator)) return account === undefined ? firstOf(me) : null
  if (account !== undefined) sessionStorage.setItem(lastKey, account)
  return {
    id,
    name: own?.accountName ?? data?.name ?? fill(t.shell.accountNumber, { id }),
    country: own?.country ?? data?.country ?? null,
    role: me.operator ? 'owner' : (own?.role ?? 'viewer'),
    path: `/accounts/${id}`,
    needsTwoFactor:
      (me.operator && me.operatorTwoFactor) || (own?.twoFactorRequired ?? hasCode(error, 'two_factor_required')),
  }
}

function firstOf({ accounts: [first] }: Me): Account | null {
  return first === undefined
    ? null
    : {
        id: first.accountId,
        name: first.accountName,
        country: first.country,
        role: first.role,
        path: `/accounts/${first.accountId}`,
        needsTwoFactor: first.twoFactorRequired,
      }
}

/** For pages under `/accounts/:account`, which always have an account. */
export function useThisAccount(): Account {
  const account = useAccount()
  if (account === null) throw new Error('used outside the pages of an account')
  return account
}

const order: readonly Role[] = ['viewer', 'member', 'owner']

/** Whether the user has at least this role. Pages hide the buttons that the server would refuse. */
export const mayAs = ({ role }: Account, wanted: Role) => order.indexOf(role) >= order.indexOf(wanted)
