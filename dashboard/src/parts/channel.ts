/** Names of the channels: brand names, and SMS. */
const names: Readonly<Record<string, string>> = {
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  messenger: 'Messenger',
  instagram: 'Instagram',
  viber: 'Viber',
}

export const nameOfChannel = (channel: string) => names[channel] ?? channel
