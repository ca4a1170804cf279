import type { SmppBind } from '../../../src/contract/console/smpp.ts'
import { useMe, useThisAccount } from '../session.tsx'
import { fill, t } from '../text.ts'
import { showProcess } from './labels.ts'
import { type Column, Listing } from './listing.tsx'
import { EmptyList } from './rows.tsx'
import { Section } from './section.tsx'
import { Status, TextLink, When } from './text.tsx'

const { binds: texts } = t.smpp

const empty = <EmptyList title={texts.empty}>{texts.emptyAbout}</EmptyList>

const columns: readonly Column<SmppBind>[] = [
  { label: texts.systemId, show: ({ systemId }) => systemId },
  { label: texts.mode, show: ({ mode }) => texts.modes[mode] },
  { label: texts.address, show: ({ address }) => address },
  {
    label: texts.encryption,
    show: ({ encrypted }) =>
      encrypted ? (
        <Status value="encrypted" text={texts.encrypted} colour="green" />
      ) : (
        <Status value="plain" text={texts.plain} colour="yellow" />
      ),
  },
  { label: texts.since, show: ({ boundAt }) => <When at={boundAt} /> },
]

/** Only operators get it. */
const process: Column<SmppBind> = {
  label: texts.process,
  show: (bind) => (bind.process === null ? '–' : showProcess(bind.process)),
}

export function SmppBinds() {
  const account = useThisAccount()
  const { operator } = useMe()
  return (
    <Section title={texts.title} about={texts.about} isBare>
      <Listing
        route="GET /accounts/:account/smpp/binds"
        path={{ account: account.id }}
        label={texts.title}
        columns={operator ? [...columns, process] : columns}
        keyOf={({ id }) => id}
        everySeconds={5}
        empty={empty}
      />
    </Section>
  )
}

const ofAccount: Column<SmppBind> = {
  label: texts.account,
  show: ({ accountId }) => (
    <TextLink to={`/accounts/${accountId}/smpp`}>{fill(texts.accountNumbered, { id: String(accountId) })}</TextLink>
  ),
}

/** The binds of all accounts, for operators. */
export function AllSmppBinds() {
  return (
    <Section title={texts.allTitle} about={texts.allAbout} isBare>
      <Listing
        route="GET /smpp/binds"
        label={texts.allTitle}
        columns={[ofAccount, ...columns, process]}
        keyOf={({ id }) => id}
        everySeconds={5}
        empty={empty}
      />
    </Section>
  )
}
