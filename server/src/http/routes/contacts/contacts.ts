import { bulkCreateContacts } from '../../../domain/contacts/bulk-create-contacts.ts';
import { createContact } from '../../../domain/contacts/create-contact.ts';
import { deleteContact } from '../../../domain/contacts/delete-contact.ts';
import { getChannels, getContact } from '../../../domain/contacts/get-contact.ts';
import { listContacts } from '../../../domain/contacts/list-contacts.ts';
import { updateContact } from '../../../domain/contacts/update-contact.ts';
import { MessageOnly } from '../../../schemas/common.ts';
import {
  BulkContacts,
  ChannelList,
  ContactChanged,
  ContactCreated,
  ContactList,
  ContactQuery,
  ContactsImported,
  CreateContact,
  OneContact,
  UpdateContact,
} from '../../../schemas/contact.ts';
import { jsonRoute, type Route } from '../../route.ts';

const common = { tag: 'Contacts', unknownKeys: 'reject' } as const;
const path = '/v1/contacts/{contactId}';

export const contactRoutes: readonly Route[] = [
  jsonRoute({
    ...common,
    path: '/v1/contacts',
    method: 'GET',
    operation: 'list contacts',
    description: 'Newest first. The account and the platform are those of channels.',
    access: 'read',
    isShedFirst: true,
    query: ContactQuery,
    success: 200,
    response: ContactList,
    errors: ['notFound', 'forbidden', 'accountNotFound'],
    handle: (ctx, { query }) => listContacts(ctx, query),
  }),
  jsonRoute({
    ...common,
    path: '/v1/contacts',
    method: 'POST',
    operation: 'create contact',
    description:
      'Creates a contact, and its first channel if `accountId` and `platformIdentifier` are given. At most 5,000 contacts ' +
      'per user.',
    access: 'write',
    limit: 'contact.create',
    body: CreateContact,
    success: 201,
    response: ContactCreated,
    errors: [
      ...(['notFound', 'forbidden', 'accountNotFound', 'urlNotAllowed'] as const),
      ...(['duplicateContact', 'duplicateChannel', 'limitReached'] as const),
    ],
    handle: async (ctx, { body }) => ({ message: 'Contact created', ...(await createContact(ctx, body)) }),
  }),
  jsonRoute({
    ...common,
    path: '/v1/contacts/bulk',
    method: 'POST',
    operation: 'bulk create contacts',
    description:
      'Creates up to 1,000 contacts in one transaction. A row whose email or channel a contact already has adds its tags to ' +
      'that contact and counts as skipped; a wrong row is reported in `errors`.',
    access: 'write',
    limit: 'contact.bulk',
    isShedFirst: true,
    bodyBytesMax: 8 * 1024 * 1024,
    body: BulkContacts,
    success: 200,
    response: ContactsImported,
    errors: ['notFound', 'forbidden', 'accountNotFound'],
    handle: async (ctx, { body }) => {
      const { created, skipped, errors, total } = await bulkCreateContacts(ctx, body);
      const message = `${created} created, ${skipped} skipped, ${errors.length} failed`;
      return { message, created, skipped, errors: errors.map(({ row, message }) => `row ${row}: ${message}`), total };
    },
  }),
  jsonRoute({
    ...common,
    path,
    method: 'GET',
    operation: 'get contact',
    description: 'One contact with its channels and threads.',
    access: 'read',
    success: 200,
    response: OneContact,
    errors: ['contactNotFound'],
    handle: (ctx, { params }) => getContact(ctx, params.contactId),
  }),
  jsonRoute({
    ...common,
    path,
    method: 'PATCH',
    operation: 'update contact',
    description:
      'Changes the fields that are sent. `null` clears a field; `tags` and `customFields` replace the stored ones.',
    access: 'write',
    limit: 'contact.update',
    body: UpdateContact,
    success: 200,
    response: ContactChanged,
    errors: ['contactNotFound', 'urlNotAllowed', 'duplicateContact'],
    handle: async (ctx, { params, body }) => ({
      message: 'Contact updated',
      contact: await updateContact(ctx, { contactId: params.contactId, changes: body }),
    }),
  }),
  jsonRoute({
    ...common,
    path,
    method: 'DELETE',
    operation: 'delete contact',
    description: 'Deletes the contact with its channels. Its conversations stay.',
    access: 'write',
    limit: 'contact.delete',
    success: 200,
    response: MessageOnly,
    errors: ['contactNotFound'],
    handle: async (ctx, { params }) => {
      await deleteContact(ctx, params.contactId);
      return { message: 'Contact deleted' };
    },
  }),
  jsonRoute({
    ...common,
    path: `${path}/channels`,
    method: 'GET',
    operation: 'get contact channels',
    operationId: 'getContactChannels',
    description: 'How one contact is reached.',
    access: 'read',
    success: 200,
    response: ChannelList,
    errors: ['contactNotFound'],
    handle: async (ctx, { params }) => ({ channels: await getChannels(ctx, params.contactId) }),
  }),
];
