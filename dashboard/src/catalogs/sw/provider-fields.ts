import type { CarrierFields } from '../catalog.ts'

const ownAnswer = { title: 'Jibu', description: 'Ikiwa tu linatofautiana na jibu la pamoja.' }
const ownStates = { title: 'Hali', description: 'Ikiwa tu zinatofautiana na hali za pamoja.' }

/** By product and kind. */
export const providerFields: CarrierFields = {
  'airtime http': {
    create: {
      title: 'Kuunda',
      description: 'Ombi linalotangaza uhamisho. Bila ombi la kuthibitisha, hulipa pia.',
    },
    confirm: { title: 'Kuthibitisha', description: 'Ombi linalolipa uhamisho uliotangazwa.' },
    status: { title: 'Hali', description: 'Ombi linalouliza hali ya uhamisho.' },
    url: {
      title: 'URL',
      description:
        'Inaweza kuwa na vishika nafasi kama {transaction_id}, {phone}, {amount}, {currency}, {reference} na {secrets.token}.',
    },
    method: { title: 'Mbinu', description: 'Chaguo-msingi: POST ikiwa kuna maudhui, vinginevyo GET.' },
    headers: { title: 'Vichwa', description: 'Vinaweza kuwa na vishika nafasi.' },
    body: {
      title: 'Maudhui',
      description: 'Maandishi, au kitu kinachotumwa kama JSON. Yanaweza kuwa na vishika nafasi.',
    },
    'create.answer': ownAnswer,
    'confirm.answer': ownAnswer,
    'status.answer': ownAnswer,
    'create.states': ownStates,
    'confirm.states': ownStates,
    'status.states': ownStates,
    answer: { title: 'Jibu', description: 'Mahali thamani zilipo kwenye jibu.' },
    reference: { title: 'Kumbukumbu', description: 'Njia ya kitambulisho cha uhamisho cha msambazaji.' },
    state: { title: 'Hali', description: 'Njia ya thamani ambayo hali zinairejelea.' },
    reason: { title: 'Sababu', description: 'Njia ya sababu ya kushindikana.' },
    states: { title: 'Hali', description: 'Maana ya kila thamani, au ya hali ya HTTP kama http:404.' },
    successful: { title: 'Umefanikiwa', description: 'Muda wa maongezi ulihamishwa. Kiasi kilichozuiwa kinatozwa.' },
    failed: {
      title: 'Umeshindikana',
      description: 'Hakuna kilicholipwa wala kitakacholipwa. Kiasi kilichozuiwa kinaachiliwa.',
    },
    pending: { title: 'Unasubiri', description: 'Msambazaji anashughulikia uhamisho.' },
    unconfirmed: { title: 'Haujathibitishwa', description: 'Msambazaji anaujua uhamisho, na hakika hajaulipa.' },
    unknown: { title: 'Haujulikani', description: 'Msambazaji haujui uhamisho.' },
    products: {
      title: 'Bidhaa',
      description: 'Thamani za product_id ambazo msambazaji anazikubali. Chaguo-msingi: zote.',
    },
    believeUnknownAfterSeconds: {
      title: 'Amini “haujulikani” baada ya (sekunde)',
      description: 'Bila ombi la kuthibitisha: muda ambao ombi la kuunda linaweza kuwa bado njiani.',
    },
    'secrets.token': { title: 'Nenosiri au tokeni ya {secrets.token}' },
  },
}
