import { Button, Group, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation } from '@tanstack/react-router'
import type { Erasure } from '../../../../src/contract/console/person.ts'
import { useChange } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import type { Column } from '../../parts/listing.tsx'
import { badNumber, isNumber } from '../../parts/numbers.ts'
import { Problem } from '../../parts/problem.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Status, showCount, When } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { Found } from './found.tsx'
import { type Scope, scopeOf, wholeInstallation } from './scope.ts'

/** Enough to tell numbers apart. */
const codeLength = 12
const columns: readonly Column<Erasure>[] = [
  { label: t.person.requested, show: ({ requestedAt }) => <When at={requestedAt} />, width: 190 },
  { label: t.person.requestedBy, show: ({ requestedBy }) => requestedBy },
  { label: t.person.code, show: ({ phoneHash }) => <span className="number">{phoneHash.slice(0, codeLength)}</span> },
  {
    label: t.person.state,
    show: ({ state, pending, missingArchiveDays }) => (
      <>
        <Status
          value={state}
          text={pending > 0 ? fill(t.person.waitingFor, { count: pending }) : t.person.states[state]}
        />
        {missingArchiveDays > 0 && (
          <Text size="sm">{fill(t.person.missingArchiveDays, { count: missingArchiveDays })}</Text>
        )}
      </>
    ),
  },
  {
    label: t.person.erasedRows,
    right: true,
    show: ({ counts }) => showCount(Object.values(counts).reduce((sum, count) => sum + count, 0)),
  },
]

const accountColumn: Column<Erasure> = { label: t.person.account, show: ({ accountId }) => accountId ?? '–', width: 90 }

/** The number is never in the address: addresses are logged. Other pages pass it in the state of the navigation. */
function Search({ scope }: { readonly scope: Scope }) {
  const { phone } = useLocation({ select: ({ state }) => state }) as { readonly phone?: string }
  const form = useForm({
    initialValues: { phone: phone ?? '' },
    validate: { phone: (text) => (isNumber(text) ? null : badNumber) },
  })
  const find = useChange((phone: string) => scope.show(phone))
  return (
    <>
      <form onSubmit={form.onSubmit(({ phone }) => find.mutate(phone))} noValidate>
        <Group align="flex-start" gap="sm">
          <TextInput
            label={t.person.phone}
            description={t.person.phoneHelp}
            required
            inputMode="tel"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            w={{ base: '100%', sm: 320 }}
            {...form.getInputProps('phone')}
          />
          <Button type="submit" loading={find.isPending} leftSection={<Icon name="search" />} mt={{ base: 0, sm: 24 }}>
            {t.person.find}
          </Button>
        </Group>
      </form>
      <Problem error={find.error} />
      {find.data && <Found key={find.data.phone} data={find.data} scope={scope} onErased={find.reset} />}
    </>
  )
}

const erasures = {
  section: [t.person.erasures, t.person.erasuresAbout],
  label: t.person.erasures,
  empty: t.person.erasuresEmpty,
  everySeconds: 5,
} as const

export function PersonPage() {
  const account = useThisAccount()
  return (
    <ResourcePage
      {...erasures}
      route="GET /accounts/:account/erasures"
      path={{ account: account.id }}
      title={t.person.title}
      about={t.person.about}
      above={<Search key={account.id} scope={scopeOf(account)} />}
      columns={columns}
    />
  )
}

/** For operators: the whole installation. */
export function SystemPersonPage() {
  return (
    <ResourcePage
      {...erasures}
      route="GET /erasures"
      title={t.person.systemTitle}
      about={t.person.systemAbout}
      above={<Search scope={wholeInstallation} />}
      columns={[...columns.slice(0, 2), accountColumn, ...columns.slice(2)]}
    />
  )
}
