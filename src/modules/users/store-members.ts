import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import type { Role } from '../../values/scopes.ts'
import type { Standing } from './rules.ts'
import { hasPassword } from './store.ts'

/** The relation of a user to account `a`: member `m`, or owner `o` of its parent, who has the rights of an owner. */
const joined = (userId: RawBuilder<unknown>) => sql`
      left join members m on m.account_id = a.id and m.user_id = ${userId}
      left join members o on o.account_id = a.parent_id and o.user_id = ${userId} and o.role = 'owner'
      left join accounts p on p.id = a.parent_id
`
/** While the parent is suspended, its owners only have their rights as members. */
const isOwnerOfParent = sql<boolean>`(o.user_id is not null and (p.suspended_at is null or m.user_id is null))`
const role = sql<Role | null>`case when ${isOwnerOfParent} then o.role else m.role end`
const byParent = sql<boolean>`(o.user_id is not null and m.user_id is null)`
/** The rules of the parent go with the rights that it gives. */
const needsTwoFactor = sql<boolean>`(coalesce(a.two_factor_required, false) or (${isOwnerOfParent} and p.two_factor_required))`

const membershipColumns = columnsOf(
  { a: 'accounts' },
  {
    accountId: 'a.id',
    accountName: 'a.name',
    /** Null: the country of the settings. */
    country: 'a.country',
    role: sql<Role>`${role}`,
    subAccount: byParent,
    twoFactorRequired: needsTwoFactor,
  },
)

export type Membership = RowOf<typeof membershipColumns>

const membershipsMax = 1_000

/** The accounts of a user, followed by the sub-accounts of accounts they own. */
export const listMemberships = (db: Queryable, userId: string) => run.all<Membership>(db)`
  select ${membershipColumns}
    from accounts a
    ${joined(sql`${userId}`)}
   where a.id in (select account_id from members where user_id = ${userId}
                   union all
                  select c.id
                    from members p
                    join accounts c on c.parent_id = p.account_id
                   where p.user_id = ${userId}
                     and p.role = 'owner')
   order by ${byParent}, a.id
   limit ${membershipsMax}
`

/**
 * The relation of a user to an account; null when the user no longer exists. Without an account, only the operator flag
 * is meaningful. While the parent is suspended, its owners have read access to sub-accounts.
 */
export function findStanding(db: Queryable, userId: string, accountId: number | null): Promise<Standing | null> {
  const columns = columnsOf(
    { u: 'auth_users' },
    {
      operator: 'u.operator',
      role,
      accountExists: sql<boolean>`a.id is not null`,
      suspended: sql<boolean>`a.suspended_at is not null or (${byParent} and p.suspended_at is not null)`,
      byParent,
      twoFactorRequired: needsTwoFactor,
    },
  )
  return run.first<RowOf<typeof columns>>(db)`
    select ${columns}
      from auth_users u
      left join accounts a on a.id = ${accountId}
      ${joined(sql`u.id`)}
     where u.id = ${userId}
  `
}

const memberColumns = columnsOf({ m: 'members', u: 'auth_users' }, 'm.user_id, u.email, u.name, m.role, m.created_at', {
  hasPassword,
})

export type Member = RowOf<typeof memberColumns>

/** A bound for the list; larger than any real team. */
const membersMax = 1_000

export const listMembers = (db: Queryable, accountId: number) => run.all<Member>(db)`
  select ${memberColumns}
    from members m
    join auth_users u on u.id = m.user_id
   where m.account_id = ${accountId}
   order by u.email
   limit ${membersMax}
`

const answererColumns = columnsOf(
  { m: 'members', u: 'auth_users' },
  { id: 'm.user_id', name: sql<string>`coalesce(nullif(u.name, ''), u.email)` },
)

/** A member who can answer people. */
export type Answerer = RowOf<typeof answererColumns>

/** The members who can answer, by name. */
export const listAnswerers = (db: Queryable, accountId: number) => run.all<Answerer>(db)`
  select ${answererColumns}
    from members m
    join auth_users u on u.id = m.user_id
   where m.account_id = ${accountId}
     and m.role <> 'viewer'
   order by 2, 1
   limit ${membersMax}
`

/** Those of these users who can answer now. */
export const listAnswerersOf = (db: Queryable, accountId: number, ids: readonly string[]) => run.all<Answerer>(db)`
  select ${answererColumns}
    from members m
    join auth_users u on u.id = m.user_id
   where m.account_id = ${accountId}
     and m.user_id = any(${ids}::text[])
     and m.role <> 'viewer'
`

/** Finds a member who can answer, and locks the role until the commit. Null for others. */
export const lockAnswerer = (tx: Tx, accountId: number, id: string) => run.first<Answerer>(tx)`
  select ${answererColumns}
    from members m
    join auth_users u on u.id = m.user_id
   where m.account_id = ${accountId}
     and m.user_id = ${id}
     and m.role <> 'viewer'
     for share of m
`

export const listOwnerEmails = (db: Queryable, accountId: number) => run.values<Row<'auth_users', 'email'>>(db)`
  select u.email
    from members m
    join auth_users u on u.id = m.user_id
   where m.account_id = ${accountId}
     and m.role = 'owner'
   order by u.email
`

export const insertMember = (tx: Tx, accountId: number, userId: string, role: Role, now: Date) => run.hasRows(tx)`
  insert into members (account_id, user_id, role, created_at)
  values (${accountId}, ${userId}, ${role}, ${now})
      on conflict do nothing
  returning user_id
`

/** Changes of owners wait for each other: of two owners who remove each other, one stays. Sends do not wait. */
export const lockMembers = (tx: Tx, accountId: number) => run.write(tx)`
  select id from accounts where id = ${accountId} for no key update
`

export const isMember = (tx: Tx, accountId: number, email: string) => run.hasRows(tx)`
  select 1
    from members m
    join auth_users u on u.id = m.user_id
   where m.account_id = ${accountId}
     and u.email = ${email}
`

/** Null removes the member. False when there is no such member. */
export function updateMember(tx: Tx, accountId: number, userId: string, role: Role | null): Promise<boolean> {
  const change = role === null ? sql`delete from members` : sql`update members set role = ${role}`
  return run.hasRows(tx)`${change} where account_id = ${accountId} and user_id = ${userId} returning user_id`
}

export const countOwners = (tx: Tx, accountId: number) => run.count(tx)`
  select count(*) as count from members where account_id = ${accountId} and role = 'owner'
`
