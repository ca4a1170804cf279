import {
  Button,
  Fieldset,
  NumberInput,
  type NumberInputProps,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { PinChannelName } from '../../../../src/contract/account/otp.ts'
import { Icon } from '../../parts/icon.tsx'
import { Note } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'
import { channelsMax, newChannel, type PinForm } from './form.ts'

const names: readonly PinChannelName[] = ['sms', 'whatsapp', 'voice']

/** The channels of an application in order, and whether a PIN can be sent again. */
export function ChannelFields({ form }: { readonly form: PinForm }) {
  const { channels } = form.values
  const unused = names.filter((name) => !channels.some(({ channel }) => channel === name))
  const [next] = unused
  return (
    <Fieldset legend={t.pins.form.channels}>
      <Stack gap="sm">
        <Note>{t.pins.form.channelsAbout}</Note>
        {channels.map(({ channel }, place) => (
          // The channels of an application differ.
          <ChannelRow key={channel} form={form} place={place} choices={[channel, ...unused]} />
        ))}
        {channels.length < channelsMax && next !== undefined && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            style={{ alignSelf: 'start' }}
            onClick={() => form.insertListItem('channels', newChannel(next))}
          >
            {t.pins.form.addChannel}
          </Button>
        )}
        <Switch
          label={t.pins.form.resend}
          description={t.pins.form.resendAbout}
          {...form.getInputProps('resend', { type: 'checkbox' })}
        />
      </Stack>
    </Fieldset>
  )
}

interface ChannelRowProps {
  readonly form: PinForm
  readonly place: number
  readonly choices: readonly PinChannelName[]
}

function ChannelRow({ form, place, choices }: ChannelRowProps) {
  const channel = form.values.channels[place]?.channel ?? 'sms'
  const input = (name: string) => form.getInputProps(`channels.${place}.${name}`)
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2 }} className="even">
        <Select
          label={fill(t.pins.form.channel, { number: place + 1 })}
          data={names
            .filter((name) => choices.includes(name))
            .map((name) => ({ value: name, label: t.pins.channels[name] }))}
          allowDeselect={false}
          {...input('channel')}
        />
        {place > 0 && (
          <WholeNumber
            label={t.pins.form.afterSeconds}
            description={t.pins.form.afterSecondsHelp}
            {...input('afterSeconds')}
          />
        )}
        {channel === 'whatsapp' && (
          <>
            <TextInput label={t.pins.form.whatsappFrom} required maxLength={64} {...input('from')} />
            <TextInput
              label={t.pins.form.template}
              description={t.pins.form.templateHelp}
              required
              maxLength={512}
              {...input('template')}
            />
            <TextInput
              label={t.pins.form.templateLanguages}
              description={t.pins.form.templateLanguagesHelp}
              maxLength={500}
              {...input('templateLanguages')}
            />
          </>
        )}
        {channel === 'voice' && (
          <>
            <TextInput
              label={t.pins.form.voiceFrom}
              description={t.pins.form.voiceFromHelp}
              maxLength={64}
              {...input('from')}
            />
            <Textarea
              label={t.pins.form.voiceText}
              description={t.pins.form.voiceTextHelp}
              autosize
              maxLength={480}
              {...input('text')}
            />
          </>
        )}
      </SimpleGrid>
      {form.values.channels.length > 1 && (
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'start' }}
          onClick={() => form.removeListItem('channels', place)}
        >
          {fill(t.pins.form.removeChannel, { number: place + 1 })}
        </Button>
      )}
    </Stack>
  )
}

const WholeNumber = (props: NumberInputProps) => <NumberInput allowDecimal={false} {...props} />
