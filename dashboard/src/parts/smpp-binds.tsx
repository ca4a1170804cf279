import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SmppBind } from '../../../src/contract/console/smpp.ts'
import { useMe, useThisAccount } from '../session.tsx'
import { fill, t } from '../text.ts'
import { type Column, Listing } from './listing.tsx'
import { showProcess } from './process-name.ts'
import { Section } from './section.tsx'
import { Status, When } from './text.tsx'

const { binds: texts } = t.smpp

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
        empty={<Empty />}
      />
    </Section>
  )
}

const ofAccount: Column<SmppBind> = {
  label: texts.account,
  show: ({ accountId }) => (
    <Anchor component={Link} inherit to={`/accounts/${accountId}/smpp`} underline="always">
      {fill(texts.accountNumbered, { id: String(accountId) })}
    </Anchor>
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
        empty={<Empty />}
      />
    </Section>
  )
}

const Empty = () => (
  <Stack gap={4}>
    <Text fw={600}>{texts.empty}</Text>
    <span>{texts.emptyAbout}</span>
  </Stack>
)
