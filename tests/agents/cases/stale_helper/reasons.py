REASON = "user_request"
