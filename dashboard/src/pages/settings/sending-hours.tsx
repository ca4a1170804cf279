import { Button, Group, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SendingWindow } from '../../../../src/contract/account/sms.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { type Account, useThisAccount } from '../../session.tsx'
import { fill, locale, t } from '../../text.ts'

const usual = { from: '08:00', to: '20:00' }

/** The hours in which bulk messages are sent. */
export function SendingHours({ mayChange }: { readonly mayChange: boolean }) {
  const account = useThisAccount()
  const { data, error, refetch } = useAsk('GET /v2/sending-window', { path: { account: account.id } })
  return (
    <Section title={t.settings.hours} about={t.settings.hoursAbout}>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={36} maw={400} />}
      {data !== undefined &&
        (mayChange ? (
          <Form key={JSON.stringify(data)} account={account} hours={data} />
        ) : (
          <Text>{describeHours(data)}</Text>
        ))}
    </Section>
  )
}

const describeHours = (hours: SendingWindow) =>
  hours === null
    ? t.settings.anyTime
    : fill(t.settings.hoursFromTo, { from: showTime(hours.from), to: showTime(hours.to) })

const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
/** A time such as `08:00`, as the user's locale writes it. */
const showTime = (time: string) => times.format(new Date(`1970-01-01T${time}:00Z`))

const timeShape = /^([01]\d|2[0-3]):[0-5]\d$/

function Form({ account, hours }: { readonly account: Account; readonly hours: SendingWindow }) {
  const form = useForm({
    initialValues: { isOn: hours !== null, ...(hours ?? usual) },
    validate: {
      from: (value) => (timeShape.test(value) ? null : t.settings.timeMissing),
      to: (value, { from }) =>
        !timeShape.test(value) ? t.settings.timeMissing : value === from ? t.settings.timeSame : null,
    },
  })
  const { isOn, from, to } = form.values
  const save = useChange(
    (values: typeof form.values) =>
      ask('PUT /v2/sending-window', {
        path: { account: account.id },
        body: values.isOn ? { from: values.from, to: values.to } : null,
      }),
    {
      refreshes: [`${account.path}/sending-window`],
      onDone: () => sayDone(t.settings.hoursSaved),
    },
  )
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        <Switch label={t.settings.limitHours} {...form.getInputProps('isOn', { type: 'checkbox' })} />
        {isOn && (
          <>
            <Group gap="sm" align="flex-start">
              <TextInput type="time" label={t.settings.from} w={160} {...form.getInputProps('from')} />
              <TextInput type="time" label={t.settings.to} w={160} {...form.getInputProps('to')} />
            </Group>
            <Text size="sm" c="dimmed" maw={640}>
              {t.settings.hoursExplained}
            </Text>
            {to < from && <Text size="sm">{t.settings.hoursOverMidnight}</Text>}
          </>
        )}
        <Problem error={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t.settings.saveHours}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
