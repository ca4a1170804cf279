import { Button, Group, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SendingWindow } from '../../../../src/contract/console/sms.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { type Account, useThisAccount } from '../../session.tsx'

const usual = { from: '08:00', to: '20:00' }

/** When people are not to be woken. */
export function SendingHours({ mayChange }: { readonly mayChange: boolean }) {
  const account = useThisAccount()
  const { data, error, refetch } = useAsk('GET /accounts/:account/sending-window', { path: { account: account.id } })
  return (
    <Section
      title="Sending hours"
      about="Messages to many people wait outside these hours and go out when they begin, so that nobody is woken. A message to one person, and every PIN, goes out at any time."
    >
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={36} maw={400} />}
      {data !== undefined &&
        (mayChange ? <Form key={JSON.stringify(data)} account={account} hours={data} /> : <Text>{say(data)}</Text>)}
    </Section>
  )
}

const say = (hours: SendingWindow) =>
  hours === null ? 'At any time.' : `From ${hours.from} to ${hours.to}, where the recipient is.`

const timeShape = /^([01]\d|2[0-3]):[0-5]\d$/

function Form({ account, hours }: { readonly account: Account; readonly hours: SendingWindow }) {
  const form = useForm({
    initialValues: { isOn: hours !== null, ...(hours ?? usual) },
    validate: {
      from: (value) => (timeShape.test(value) ? null : 'Choose a time.'),
      to: (value, { from }) =>
        !timeShape.test(value) ? 'Choose a time.' : value === from ? 'Choose another time than the first.' : null,
    },
  })
  const { isOn, from, to } = form.values
  const save = useChange(
    (values: typeof form.values) =>
      ask('PUT /accounts/:account/sending-window', {
        path: { account: account.id },
        body: values.isOn ? { from: values.from, to: values.to } : null,
      }),
    {
      refreshes: [`${account.path}/sending-window`],
      onDone: () => sayDone('The sending hours are saved.'),
    },
  )
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack gap="sm">
        <Switch label="Only at certain hours" {...form.getInputProps('isOn', { type: 'checkbox' })} />
        {isOn && (
          <>
            <Group gap="sm" align="flex-start">
              <TextInput type="time" label="From" w={140} {...form.getInputProps('from')} />
              <TextInput type="time" label="To" w={140} {...form.getInputProps('to')} />
            </Group>
            <Text size="sm" c="dimmed" maw={640}>
              By the clock of each recipient, which follows from their number: somebody in Kinshasa gets it an hour or
              two after somebody in Nairobi.
              {to < from && ' These hours reach over midnight, into the next day.'} What would be too old by the time
              they begin is not sent, and its credit comes back.
            </Text>
          </>
        )}
        <Problem error={save.error} />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save hours
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
