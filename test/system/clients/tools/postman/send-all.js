// Every request of the collection that openapi-to-postmanv2 generates, sent unchanged by Newman.
const newman = require('newman');
const collection = require('./collection.json');

/** The status of each response by the name of its request. */
exports.job = ({ token }) =>
  new Promise((resolve, reject) => {
    const envVar = [{ key: 'bearerToken', value: token }];
    newman.run({ collection, envVar }, (error, summary) => {
      if (error) return reject(error);
      resolve(summary.run.executions.map(({ response }) => response?.code));
    });
  });
